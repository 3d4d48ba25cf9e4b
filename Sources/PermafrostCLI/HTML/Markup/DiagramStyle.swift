/// The diagrams' style.
enum DiagramStyle {
    static let text = """
        .emblem{fill:none;stroke:var(--link);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
        .marks{position:absolute;width:0;height:0}
        .drawing{background:var(--panel);border:1px solid var(--line);border-radius:12px;margin-top:.7rem}
        .drawing>summary{padding:.65rem 1.1rem;cursor:pointer;display:flex;gap:.9rem;align-items:center;flex-wrap:wrap}
        .drawing>summary::before{content:"▸";color:var(--quiet)}.drawing[open]>summary::before{content:"▾"}
        .canvas{overflow:auto;max-height:82vh;padding:1rem;border-top:1px solid var(--line)}
        .canvas svg{display:block;margin:auto}
        .zoom{gap:.4rem;padding:.4rem 1.1rem .7rem;align-items:center}.zoom output{color:var(--quiet);margin-left:.6rem}
        .legend{display:flex;flex-wrap:wrap;gap:.2rem 1.3rem;color:var(--quiet);font-size:.86rem;padding:.2rem 0}
        .legend svg{width:34px;height:14px;vertical-align:-2px;margin-right:.4em}
        .legend i{display:inline-block;width:.8rem;height:.8rem;border-radius:3px;margin-right:.4em;vertical-align:-1px;\
        border:2px solid var(--tone);background:var(--panel)}
        .n rect{fill:var(--panel);stroke:var(--edge);stroke-width:1.3}.n .h{fill:var(--faint);stroke:none}
        .n text{font:12px var(--mono);fill:var(--ink)}.n .t{font:650 13px var(--sans)}.n .y{fill:var(--quiet);text-anchor:end}
        .n .u{fill:var(--quiet);font:11px var(--sans)}
        .n.added rect{stroke:var(--good);stroke-width:2.2}.n.added .h{fill:var(--good-back)}
        .n.changed rect{stroke:var(--warning);stroke-width:2.2}.n.changed .h{fill:var(--warning-back)}
        .n.removed rect{stroke:var(--error);stroke-width:2.2;stroke-dasharray:5 4}.n.removed .h{fill:var(--error-back)}
        .n rect.h{stroke:none!important}.n .added,.n .removed,.n .changed,.n .renamed{fill:var(--tone);font-weight:700}
        .n .removed{text-decoration:line-through}.n a{cursor:pointer}.n a:hover .o,.n a:focus .o{stroke:var(--link);stroke-width:2.6}
        .e{fill:none;stroke:var(--edge);stroke-width:1.3}.e.i{stroke-dasharray:none;stroke-width:1.8;stroke:var(--quiet)}
        .e.a{stroke:var(--good);stroke-width:2}.e.c{stroke:var(--warning);stroke-width:2}
        .e:hover{stroke:var(--link);stroke-width:3}
        .s1{marker-start:url(#one)}.s0{marker-start:url(#maybe)}.sn{marker-start:url(#many)}
        .e1{marker-end:url(#one)}.e0{marker-end:url(#maybe)}.en{marker-end:url(#many)}.ei{marker-end:url(#kind)}
        .si{marker-start:url(#kind)}marker path{fill:none;stroke:var(--edge);stroke:context-stroke;stroke-width:1.3}
        marker .maybe,marker .kind{fill:var(--panel)}
        .focused .n,.focused .e{opacity:.16}.focused .n.on,.focused .e.on{opacity:1}.focused .e.on{stroke:var(--link);stroke-width:2.2}
        .focused .n.at .o{stroke:var(--link);stroke-width:3}

        """
}
