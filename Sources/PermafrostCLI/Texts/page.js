"use strict";(()=>{
const root=document.documentElement,all=(q,e=document)=>[...e.querySelectorAll(q)],one=q=>document.getElementById(q);
root.classList.add("script");
const make=(name,style,text,...inner)=>{const e=document.createElement(name);if(style)e.className=style;
  if(text!=null)e.textContent=text;e.append(...inner);return e};
const link=(text,id)=>{const a=make("a","",text);a.setAttribute("href","#"+id);return a};
const encoded=t=>encodeURIComponent(t).replace(/[!'()*]/g,c=>"%"+c.charCodeAt(0).toString(16).toUpperCase());
const hash=()=>{try{return location.hash.slice(1)}catch{return""}};
let lit=null;
const find=id=>{let e=one(id);if(e||!id)return e;
  try{e=one(id.split("/").map(p=>encoded(decodeURIComponent(p))).join("/"))}catch{return null}
  if(e)return e;
  // A property of an older version: its row is in the form that the version shares.
  const cut=id.lastIndexOf("/");if(cut<0)return null;const form=one(id.slice(0,cut));if(!form)return null;
  const name=decodeURIComponent(id.slice(cut+1));
  return all("dt",form.parentNode).find(d=>d.textContent===name)||form};
const show=()=>{const e=find(hash());if(!e)return;
  for(let p=e;p;p=p.parentElement)if(p.tagName==="DETAILS")p.open=true;
  if(lit)lit.classList.remove("lit");
  lit=e.tagName==="DT"?e:e.tagName==="SPAN"?e.closest("article")?.querySelector("h3"):null;
  if(lit)lit.classList.add("lit");
  const end=lit||e;if(!end.matches("a,button,input,summary"))end.tabIndex=-1;end.focus({preventScroll:true});
  e.scrollIntoView({block:e.tagName==="SPAN"||e.tagName==="DT"?"center":"start"})};
addEventListener("hashchange",show);addEventListener("load",show);
const contents=all(".contents a");
if("IntersectionObserver"in window){const seen=new Map();
  const watch=new IntersectionObserver(list=>{for(const x of list)seen.set(x.target.id,x.isIntersecting);
    const here=contents.find(a=>seen.get(a.getAttribute("href").slice(1)));
    for(const a of contents)a.classList.toggle("here",a===here)},{rootMargin:"-80px 0px -55% 0px"});
  all(".part").forEach(p=>watch.observe(p))}
const query=one("query"),hits=one("hits");let index=null;
const build=()=>{index=[];
  all(".version h3 a").forEach(a=>index.push([a.textContent,"version",a.getAttribute("href").slice(1)]));
  all(".entity").forEach(e=>{const name=e.querySelector("h3").textContent,at=e.querySelector(".form>span,h3[id]");
    if(at)index.push([name,"model",at.id||""]);
    all(".properties",e).slice(0,1).forEach(d=>all("dt",d).forEach(t=>index.push([name+"."+t.textContent,"property",t.id])))});
  all(".finding").forEach(f=>index.push([f.querySelector(".what").textContent,f.querySelector(".where code").textContent,f.id]));
  all(".pair").forEach(p=>index.push([p.querySelector(".names").textContent,"difference",p.id]))};
const look=()=>{if(!index)build();const words=query.value.toLowerCase().split(/\s+/).filter(Boolean);hits.replaceChildren();
  if(!words.length){hits.classList.remove("on");return}
  const found=index.filter(x=>words.every(w=>x[0].toLowerCase().includes(w)||x[1].toLowerCase()===w));
  found.sort((a,b)=>a[0].length-b[0].length);
  for(const[text,kind,id]of found.slice(0,30)){const a=link("",id);
    a.append(make("span","",text.length>90?text.slice(0,90)+"…":text),make("small","",kind));
    a.addEventListener("click",()=>close());hits.append(make("li","",null,a))}
  if(!found.length)hits.append(make("li","",null,make("span","quiet","Nothing found")));
  hits.classList.add("on")};
const close=()=>{hits.classList.remove("on");query.blur()};
query.addEventListener("input",look);
query.addEventListener("keydown",e=>{if(e.key==="Enter"){hits.querySelector("a")?.click()}
  if(e.key==="ArrowDown"){hits.querySelector("a")?.focus();e.preventDefault()}});
hits.addEventListener("keydown",e=>{const list=all("a",hits),at=list.indexOf(document.activeElement);
  if(e.key==="ArrowDown")list[at+1]?.focus();else if(e.key==="ArrowUp")(list[at-1]||query).focus();else return;e.preventDefault()});
document.addEventListener("click",e=>{if(!e.target.closest(".search"))hits.classList.remove("on")});
const data=JSON.parse(one("pairs").textContent),text=n=>n<0?"—":data.texts[n];
const cell=(style,n,side)=>{const c=make("td",style,null,make("span",n<0?"none":"value",text(n)));c.dataset.side=side;return c};
const counts=changes=>{const span=make("span","counts"),n=new Map();
  for(const c of changes){const k=text(c[2]);n.set(k,[text(c[3]),(n.get(k)?.[1]||0)+1])}
  for(const k of["added","removed","renamed","changed"])if(n.has(k)){const s=make("span",k,n.get(k).join(""));span.append(s)}
  return span};
const pair=(chapter,p)=>{const[a,b]=[chapter.versions[p[0]],chapter.versions[p[1]]];
  const changes=p[6].map(n=>data.changes[n]);
  const box=make("details","pair"),head=make("summary");box.open=true;
  head.append(make("span","names",a+" → "+b),make("span","pill "+text(p[3]),text(p[2])),counts(changes),make("span","quiet",text(p[4])));
  box.append(head);
  if(!changes.length)box.append(make("p","quiet","No difference."));
  for(const q of p[5])box.append(make("p","notice warning",text(q)));
  let entity=null,body=null;
  for(const c of changes){if(c[0]!==entity||!body){entity=c[0];body=make("tbody");
      const row=make("tr","",null,...["What",a,b,"Consequence"].map(t=>make("th","",t)));
      const table=make("table","sides",null,make("thead","",null,row),body);
      box.append(make("div","changes",null,make("h4","",entity<0?"Schema":text(entity)),table))}
    const what=make("p","",null,make("span","pill "+text(c[7]),text(c[6]))," "+text(c[8]));
    const end=make("td","consequence",null,what,make("p","advice",text(c[9])));
    if(c[10]>=0)end.append(make("p","place",text(c[10])));
    const name=make("th","",null,make("span","sign "+text(c[2]),text(c[3])),text(c[1]));
    body.append(make("tr",text(c[2]),null,name,cell("old",c[4],a),cell("new",c[5],b),end))}
  return box};
all(".choice").forEach(form=>{const chapter=data.chapters.find((c,i)=>c.name===form.dataset.chapter);
  const out=form.nextElementSibling;
  form.addEventListener("submit",e=>{e.preventDefault();
    let[from,to]=[+form.elements.from.value,+form.elements.to.value];if(from>to)[from,to]=[to,from];
    out.replaceChildren();
    const found=chapter.pairs.find(p=>p[0]===from&&p[1]===to);
    if(found){out.append(pair(chapter,found));return}
    const names=chapter.versions[from]+" → "+chapter.versions[to];
    const near=all(".pair",form.parentNode).find(p=>p.querySelector(".names").textContent===names);
    if(near){near.open=true;near.scrollIntoView()}else out.append(make("p","quiet","No difference."))})});
addEventListener("beforeprint",()=>all("details").forEach(d=>d.open=true));
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
const dark=()=>root.dataset.theme?root.dataset.theme==="dark":matchMedia("(prefers-color-scheme:dark)").matches;
const turn=()=>{root.dataset.theme=dark()?"light":"dark"};
one("theme").addEventListener("click",turn);
const step=by=>{const list=all(".pair");if(!list.length)return;
  let at=list.findIndex(p=>p.getBoundingClientRect().top>=60);if(at<0)at=list.length;
  if(by>0&&list[at]&&Math.abs(list[at].getBoundingClientRect().top-72)<12)at+=1;if(by<0)at-=1;
  const next=list[Math.max(0,Math.min(list.length-1,at))];next.open=true;next.scrollIntoView()};
document.addEventListener("keydown",e=>{if(e.ctrlKey||e.metaKey||e.altKey)return;
  if(e.key==="Escape"){close();all(".focused").forEach(s=>unfocus(s));return}
  if(/^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName))return;
  if(e.key==="/"){query.focus();query.select();e.preventDefault()}
  else if(e.key==="[")step(-1);else if(e.key==="]")step(1);else if(e.key==="t")turn()});
root.dataset.ready="";
})();
