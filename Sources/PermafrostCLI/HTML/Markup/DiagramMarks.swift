import PermafrostFixtures

/// The markers for line ends, which all diagrams on a page share, and the page's emblem.
enum DiagramMarks {
    /// The names and SVG paths of the markers. The end of the line is at the point (0, 6) of the marker, and the
    /// marker's x axis points toward the entity.
    private static let ends = [
        ("one", "M-9 1V11"), ("maybe", "M-7 1V11M-10.6 6A3.4 3.4 0 1 0 -17.4 6A3.4 3.4 0 1 0 -10.6 6"),
        ("many", "M-11 6L0 0.5M-11 6H0M-11 6L0 11.5"), ("kind", "M-12 0.5L0 6L-12 11.5Z"),
    ]

    /// Writes the definitions of the markers. Styles refer to the markers by name.
    static func write(to writer: inout HTMLWriter) {
        writer.element("svg", [("class", "marks"), ("aria-hidden", "true")]) { svg in
            svg.element("defs") { defs in
                for (name, path) in ends {
                    defs.element(
                        "marker",
                        [
                            ("id", name), ("viewBox", "-20 0 20 12"), ("markerWidth", "20"), ("markerHeight", "12"),
                            ("refX", "0"), ("refY", "6"), ("orient", "auto-start-reverse"),
                            ("markerUnits", "userSpaceOnUse"),
                        ]
                    ) { mark in
                        mark.element("path", [("class", name), ("d", path)]) { _ in }
                    }
                }
            }
        }
    }

    /// Writes the page's emblem, an ice crystal.
    static func writeEmblem(to writer: inout HTMLWriter) {
        writer.element("svg", [("viewBox", "0 0 24 24"), ("class", "emblem"), ("aria-hidden", "true")]) { svg in
            svg.element(
                "path",
                [
                    (
                        "d",
                        "M12 2V22M3.3 7L20.7 17M20.7 7L3.3 17M9.5 3.8L12 6.2L14.5 3.8M9.5 20.2L12 17.8L14.5 20.2"
                            + "M3.6 10.2L6.9 9.2L6.1 5.8M20.4 13.8L17.1 14.8L17.9 18.2M20.4 10.2L17.1 9.2L17.9 5.8"
                            + "M3.6 13.8L6.9 14.8L6.1 18.2"
                    )
                ]
            ) { _ in }
        }
    }
}

extension DiagramMarks {
    /// The part of the page's script that focuses and zooms diagrams.
    enum Script {
        static let text = #"""
            const unfocus=svg=>{svg.classList.remove("focused");all(".on,.at",svg).forEach(e=>e.classList.remove("on","at"));
              const out=svg.closest(".drawing,.card")?.querySelector("output");if(out)out.replaceChildren()};
            const focus=(svg,node)=>{unfocus(svg);svg.classList.add("focused");node.classList.add("on","at");
              const name=node.dataset.n;let near=0;
              all(".e",svg).forEach(e=>{const ends=[e.dataset.a,e.dataset.b];if(!ends.includes(name))return;e.classList.add("on");
                all(".n",svg).forEach(n=>{if(ends.includes(n.dataset.n)&&!n.classList.contains("on")){n.classList.add("on");near+=1}})});
              const out=svg.closest(".drawing,.card")?.querySelector("output"),title=node.querySelector("title");
              const a=node.querySelector("a");
              if(out&&title){const to=link(title.textContent.split("\n")[0],a.getAttribute("href").slice(1));out.replaceChildren(to," · "+near)}};
            all(".canvas").forEach(canvas=>{const svg=canvas.querySelector("svg"),box=svg.viewBox.baseVal;let scale=1;
              const set=s=>{scale=Math.max(.2,Math.min(3,s));svg.setAttribute("width",Math.round(box.width*scale));
                svg.setAttribute("height",Math.round(box.height*scale))};
              const fit=()=>{const room=canvas.clientWidth-34;if(room>0)set(Math.max(.2,Math.min(1,room/box.width)))};
              const zoom=canvas.parentNode.querySelector(".zoom");
              zoom?.addEventListener("click",e=>{const z=e.target.dataset.zoom;
                if(z==="in")set(scale*1.25);else if(z==="out")set(scale/1.25);else if(z==="fit")fit();else if(z==="full")set(1)});
              canvas.addEventListener("wheel",e=>{if(!e.ctrlKey)return;e.preventDefault();set(scale*(e.deltaY<0?1.1:.9))},{passive:false});
              svg.addEventListener("click",e=>{const node=e.target.closest(".n");if(!node){unfocus(svg);return}
                if(e.detail>1||node.classList.contains("at"))return;e.preventDefault();focus(svg,node)});
              const drawing=canvas.closest("details");
              if(drawing)drawing.addEventListener("toggle",()=>{if(drawing.open&&!canvas.dataset.fit){canvas.dataset.fit="";start()}});
              // What changed is in sight.
              const start=()=>{const room=canvas.clientWidth-34;if(room<=0)return;if(room<box.width)set(Math.max(.62,room/box.width));
                const node=svg.querySelector(".n.added,.n.changed,.n.removed")?.getBoundingClientRect();if(!node)return;
                const own=canvas.getBoundingClientRect();
                canvas.scrollTo(node.left-own.left-(own.width-node.width)/2,Math.max(0,node.bottom-own.top-own.height+16))};
              // To measure a folded drawing would lay it out.
              if(!drawing||drawing.open){canvas.dataset.fit="";start()}});

            """#
    }
}

extension DiagramMarks {
    enum Style {
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
}
