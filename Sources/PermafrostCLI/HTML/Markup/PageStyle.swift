/// The page's style. In light and dark mode, text has a contrast of at least 4.5 to 1.
enum PageStyle {
    static let text =
        ":root{\(common);\(light)}\n@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){\(dark)}}\n"
        + "@media screen{:root[data-theme=dark]{\(dark)}}\n" + layout + parts + DiagramMarks.Style.text + narrowAndPrint

    private static let common = """
        --sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;\
        --mono:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono","Liberation Mono",Consolas,monospace
        """

    private static let light = """
        color-scheme:light;--page:#f4f7fa;--panel:#fff;--ink:#13202e;--quiet:#4d6073;--line:#d8e1ea;--faint:#eaf0f5;\
        --link:#0a5fb4;--mark:#dceafa;--good:#0a6640;--good-back:#def3e8;--warning:#7a4d00;--warning-back:#ffefc9;\
        --error:#a8201a;--error-back:#fde5e3;--neutral:#43566a;--neutral-back:#e6edf4;--code:#f3f6fa;--edge:#7d90a5
        """

    private static let dark = """
        color-scheme:dark;--page:#0c131d;--panel:#141e2b;--ink:#e4ecf4;--quiet:#9db0c4;--line:#27364a;--faint:#1b2736;\
        --link:#79b8ff;--mark:#17324f;--good:#6fdca6;--good-back:#10331f;--warning:#f2c35c;--warning-back:#3a2b08;\
        --error:#ff9d94;--error-back:#451a18;--neutral:#b3c4d6;--neutral-back:#223145;--code:#101925;--edge:#64788f
        """

    private static let layout = """
        *,*::before,*::after{box-sizing:border-box}
        html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--page);color:var(--ink);font:15px/1.55 var(--sans);display:grid;\
        grid-template-columns:13.5rem minmax(0,1fr);grid-template-areas:"bar bar" "contents main" "foot foot"}
        .skip{position:absolute;left:-999px}.skip:focus{left:1rem;top:.5rem;z-index:9;background:var(--panel);padding:.5rem}
        a{color:var(--link);text-underline-offset:2px}a:not(:hover){text-decoration:none}
        :focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}[tabindex="-1"]:focus{outline:0}
        code,pre,kbd,.place,.sides td,.properties,.factlist dd,.names,.tags{font-family:var(--mono);font-size:.86em}
        h1,h2,h3,h4,p,ol,ul,dl,dd,pre{margin:0;padding:0}ol,ul{list-style:none}
        .needs-script{display:none}.script .needs-script{display:flex}
        .bar{grid-area:bar;position:sticky;top:0;z-index:5;display:flex;gap:1rem;align-items:center;\
        justify-content:space-between;padding:.6rem 1.5rem;background:var(--panel);border-bottom:1px solid var(--line)}
        .brand{display:flex;align-items:center;gap:.7rem;min-width:0}.brand svg{width:1.7rem;height:1.7rem;flex:none}
        h1{font-size:1.15rem;font-weight:650;overflow-wrap:anywhere}
        .tools{gap:.6rem;align-items:center;flex:0 1 27rem}.search{position:relative;flex:1}
        .search input{width:100%;font:inherit;color:inherit;background:var(--page);border:1px solid var(--edge);\
        border-radius:8px;padding:.4rem 2.2rem .4rem .8rem}.search input::placeholder{color:var(--quiet);opacity:1}
        .search kbd{position:absolute;right:.6rem;top:.5rem;pointer-events:none}
        kbd{border:1px solid var(--line);border-bottom-width:2px;border-radius:4px;padding:0 .35em;color:var(--quiet)}
        button{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--edge);border-radius:8px;\
        padding:.35rem .75rem;cursor:pointer}button:hover{background:var(--faint)}
        #hits{position:absolute;right:0;left:0;top:calc(100% + .4rem);max-height:70vh;overflow:auto;background:var(--panel);\
        border-radius:10px;box-shadow:0 12px 40px #0006;display:none;border:1px solid var(--line)}#hits.on{display:block}
        #hits a,#hits li>span{display:flex;justify-content:space-between;gap:1rem;padding:.45rem .8rem;color:var(--ink)}
        #hits a:hover,#hits a:focus{background:var(--mark)}#hits small{color:var(--quiet);white-space:nowrap}
        .contents{grid-area:contents;padding:1.6rem 0 1.6rem 1.5rem}
        .contents ul{position:sticky;top:5rem;max-height:calc(100vh - 6rem);overflow:auto}
        .contents a{display:flex;justify-content:space-between;padding:.32rem .7rem;border-radius:8px;color:var(--ink)}
        .contents a:hover{background:var(--faint)}.contents a.here{background:var(--mark)}
        .count{color:var(--quiet);font-variant-numeric:tabular-nums}
        main{grid-area:main;padding:.6rem 1.5rem 3rem;min-width:0;max-width:84rem;outline:0}
        .part{margin-top:1.6rem}h2{font-size:1.3rem;font-weight:650;margin-bottom:.8rem}
        .foot{grid-area:foot;display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;padding:1rem 1.5rem;\
        border-top:1px solid var(--line);color:var(--quiet);font-size:.87rem}.keys{gap:.4em;white-space:pre}

        """

    private static let parts = """
        .pill{display:inline-block;border-radius:99px;padding:.05rem .6rem;font-size:.82rem;font-weight:600;white-space:nowrap;\
        font-family:var(--sans);color:var(--neutral);background:var(--neutral-back)}
        .pill.good{color:var(--good);background:var(--good-back)}.pill.error{color:var(--error);background:var(--error-back)}
        .pill.warning{color:var(--warning);background:var(--warning-back)}
        .quiet,.place,.origin{color:var(--quiet)}.place{overflow-wrap:anywhere}
        .notice{border-radius:10px;padding:.7rem 1rem;margin-top:.8rem;background:var(--neutral-back);\
        border-left:4px solid var(--neutral);overflow-wrap:anywhere}
        .notice.error{background:var(--error-back);border-color:var(--error)}
        .notice.warning{background:var(--warning-back);border-color:var(--warning)}
        pre{overflow-x:auto;padding:.7rem 1rem;background:var(--code);border-radius:8px;margin:.5rem 0;line-height:1.45}
        .timeline{background:var(--panel);border:1px solid var(--line);border-radius:12px;padding:.9rem 1.2rem}
        .timeline li.version,.timeline li.step{position:relative;padding-left:2.1rem}
        .timeline>li::before{content:"";position:absolute;left:.52rem;top:0;bottom:0;width:2px;background:var(--line)}
        .timeline>li:first-child::before{top:1rem}.timeline>li:last-child::before{bottom:auto;height:1rem}\
        .timeline>li:only-child::before{display:none}
        .version{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem .8rem;padding-block:.35rem}
        .version::after{content:"";position:absolute;left:.18rem;top:.78rem;width:.8rem;height:.8rem;border-radius:50%;\
        background:var(--panel);border:3px solid var(--neutral)}
        .version.good::after{border-color:var(--good);background:var(--good)}.version.warning::after{border-color:var(--warning)}
        .version.error::after{border-color:var(--error);background:var(--error)}
        .version h3{font:650 1.08rem/1.4 var(--mono);min-width:5.5rem}.version h3 a{color:var(--ink)}
        .tags{display:flex;flex-wrap:wrap;gap:.3rem}.tags li{border:1px solid var(--edge);border-radius:5px;padding:0 .45em}
        .origin{display:flex;flex-wrap:wrap;gap:0 .9rem;margin-left:auto;min-width:0;overflow-wrap:anywhere}
        .facts{flex-basis:100%;font-size:.92rem}.facts summary,.rule summary{color:var(--quiet);cursor:pointer;width:fit-content}
        .factlist{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem 1.2rem;padding:.4rem 0}
        .factlist dt{color:var(--quiet)}.factlist dd{overflow-wrap:anywhere}
        .step{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:center;font-size:.92rem;padding-block:.15rem}
        .step .verdict,.stage{display:inline-flex;flex-wrap:wrap;gap:0 .6rem;align-items:center}.stages{padding:.5rem 1.2rem}
        .counts{display:inline-flex;gap:.5rem;font:600 .86rem var(--mono)}
        .added{--tone:var(--good)}.removed{--tone:var(--error)}.changed,.renamed{--tone:var(--warning)}
        .counts span,.sign{color:var(--tone)}.sign{font:700 1em var(--mono);display:inline-block;width:1.2em}
        .choice{flex-wrap:wrap;gap:.8rem;align-items:center;margin-bottom:.8rem}
        select{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--edge);border-radius:8px;padding:.35rem}
        .pair{background:var(--panel);border:1px solid var(--line);border-radius:12px;margin-top:.7rem}
        .pair>summary{display:flex;flex-wrap:wrap;gap:.3rem .9rem;align-items:center;padding:.65rem 1.1rem;cursor:pointer}
        .pair>summary::before{content:"▸";color:var(--quiet)}.pair[open]>summary::before{content:"▾"}
        .names{font-weight:650;font-size:.98rem}.pair>p,.changes{margin:0 1.1rem .9rem}
        .changes h4{font-size:1rem;padding:.5rem 0 .25rem}.changes h4 a{color:var(--ink)}
        .sides{width:100%;border-collapse:collapse;table-layout:fixed;font-size:.94rem}
        .sides th{text-align:left;font-weight:600;padding:.4rem .7rem .4rem 0;vertical-align:top;overflow-wrap:anywhere}
        .sides thead th{color:var(--quiet);font-weight:500;font-size:.84rem;border-bottom:1px solid var(--line)}
        .sides tr>:nth-child(1){width:21%}.sides tr>:nth-child(2),.sides tr>:nth-child(3){width:19%}
        .changes~.changes thead th{font-size:0;padding-block:0;border:0}
        .sides td{padding:.4rem .7rem .4rem 0;vertical-align:top;overflow-wrap:anywhere;border-top:1px solid var(--faint)}
        .sides tbody th{border-top:1px solid var(--faint)}.sides .consequence{font:inherit;font-size:.94rem}
        .advice{color:var(--quiet)}.value{display:inline-block;padding:.05rem .5rem;border-radius:5px;background:var(--neutral-back)}
        .old .value{background:var(--error-back);color:var(--error)}.new .value{background:var(--good-back);color:var(--good)}
        .none{color:var(--quiet)}
        .finding{background:var(--panel);border:1px solid var(--line);border-left:4px solid var(--neutral);border-radius:10px;\
        padding:.8rem 1.1rem;margin-top:.8rem}.finding.error{border-left-color:var(--error)}
        .finding.warning{border-left-color:var(--warning)}
        .finding h3{font-size:1rem;font-weight:600;display:flex;gap:.7rem;align-items:baseline;overflow-wrap:anywhere}
        .where{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .9rem;color:var(--quiet);font-size:.9rem;padding:.2rem 0}
        .word{padding-top:.25rem;overflow-wrap:anywhere}.rule{padding-top:.4rem;font-size:.93rem}.rule p{padding:.3rem 0 0 1rem}
        .entity{background:var(--panel);border:1px solid var(--line);border-radius:12px;padding:.8rem 1.1rem;margin-top:.7rem}
        .entity h3{font-size:1.05rem;overflow-wrap:anywhere}.form>summary{color:var(--quiet);cursor:pointer;font-size:.9rem}
        .form summary .quiet{margin-left:.6rem}.form>span{scroll-margin-top:8rem}
        .properties{display:grid;grid-template-columns:minmax(6rem,max-content) minmax(0,1fr);gap:0 1.4rem;padding:.3rem 0}
        .properties dt{font-weight:600;overflow-wrap:anywhere;max-width:20rem}
        .properties dd{color:var(--quiet);overflow-wrap:anywhere}.gone{font:600 .86em var(--mono);overflow-wrap:anywhere}
        .properties dt,.gone{padding-left:1.2em;position:relative}.properties dt::before,.gone::before{position:absolute;left:0;\
        color:var(--tone);font-weight:700}.properties dt.added::before{content:"+"}.properties dt.changed::before{content:"~"}\
        .properties dt.renamed::before{content:"→"}.gone::before{content:"−"}.form .counts{margin-left:.7rem}
        .constraint{font:.86em var(--mono);color:var(--quiet)}.lit,dt.lit+dd{background:var(--mark)!important}\
        .lit{outline:0;box-shadow:-.3rem 0 var(--mark),1.4rem 0 var(--mark)}h3.lit{box-shadow:none;border-radius:4px}
        .rows{overflow-x:auto;background:var(--panel);border:1px solid var(--line);border-radius:12px;margin:.5rem 0 1.2rem}
        .rows table{border-collapse:collapse;font:.86em var(--mono)}.rows caption{text-align:left;padding:.6rem 1rem}
        .rows th,.rows td{text-align:left;padding:.3rem 1rem;border-top:1px solid var(--faint);vertical-align:top;max-width:30rem;\
        overflow-wrap:break-word}.card{background:var(--panel);border:1px solid var(--line);border-radius:12px;padding:.8rem 1.1rem}

        """

    private static let narrowAndPrint = """
        @media(max-width:60rem){body{grid-template-columns:minmax(0,1fr);grid-template-areas:"bar" "contents" "main" "foot"}\
        .contents{padding:.5rem 1rem 0}.contents ul{position:static;display:flex;flex-wrap:wrap;gap:.2rem;max-height:none}\
        .contents a{gap:.5em;white-space:nowrap}main{padding-inline:1rem}.bar{padding-inline:1rem}}
        @media(max-width:44rem){.bar{flex-wrap:wrap;gap:.4rem}.tools{flex-basis:100%}html{scroll-padding-top:7rem}\
        .origin{margin-left:0;flex-basis:100%}.sides,.sides tbody,.sides td,.sides tbody th{display:block}\
        .sides thead{display:none}.sides tr{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));padding:.3rem 0 .5rem;\
        border-top:1px solid var(--line)}.sides tr>*{width:auto!important}.sides tbody th,.sides td{border:0}\
        .sides td{padding:.25rem .6rem .25rem 0}.sides td.consequence,.sides tbody th{grid-column:1/-1}\
        .sides td[data-side]::before{content:attr(data-side);display:block;color:var(--quiet);font-size:.86em}\
        .pair>p,.changes{margin-inline:.8rem}.properties{grid-template-columns:minmax(0,1fr)}\
        .properties dd{padding:0 0 .35rem 1rem}.factlist{grid-template-columns:minmax(0,1fr)}.factlist dd{padding-left:1rem}\
        .keys{display:none!important}}
        @media print{html{font-size:10.5px}body{display:block;font-size:1rem}\
        details::details-content{content-visibility:visible}.bar{position:static}.contents,.tools,.choice,.zoom,\
        .keys{display:none!important}.part,.finding,.entity,.version{break-inside:avoid-page}.part{break-inside:auto}\
        .canvas{overflow:visible!important;max-height:none!important}.canvas svg{max-width:100%;height:auto}}
        @media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}

        """
}
