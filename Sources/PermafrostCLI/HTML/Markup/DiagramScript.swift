/// Focus and zoom of diagrams: a part of the page's script.
enum DiagramScript {
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
