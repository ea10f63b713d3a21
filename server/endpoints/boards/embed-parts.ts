/** The look of an embedded board; it stands alone, so the site's colours are here once more. */
export const embedStyle = `
:root{--surface:#f6f5f0;--text:#0e1110;--muted:#565b57;--line:#0e11102e;color-scheme:light}
@media (prefers-color-scheme:dark){[data-theme=auto]{--surface:#0e1110;--text:#f6f5f0;--muted:#a9aea9;--line:#f6f5f033;color-scheme:dark}}
[data-theme=dark]{--surface:#0e1110;--text:#f6f5f0;--muted:#a9aea9;--line:#f6f5f033;color-scheme:dark}
*{box-sizing:border-box}body{margin:0;background:var(--surface);color:var(--text);font:16px/1.4 system-ui,sans-serif}
main{padding:16px}header{display:flex;justify-content:space-between;align-items:baseline;gap:12px;flex-wrap:wrap}
h1{font-size:20px;font-weight:800;margin:0}header p{margin:0;color:var(--muted);font-size:14px}
table{width:100%;border-collapse:collapse;margin-top:12px;font-variant-numeric:tabular-nums}
th{font-size:12px;text-align:left;color:var(--muted);font-weight:600;padding:6px 8px}
td{border-top:1px solid var(--line);padding:10px 8px;overflow-wrap:anywhere}td:first-child{font-weight:800;width:3.5em}
td:nth-child(n+3),th:nth-child(n+3){text-align:right;width:4.5em}td:last-child{font-weight:800}
tr.changed td{animation:changed 1.6s}@keyframes changed{from{background:#d4ff3a;color:#0e1110}}
@media (prefers-reduced-motion:reduce){tr.changed td{animation:none}}
a{color:inherit;text-underline-offset:3px}i{color:var(--muted);font-style:normal}
:focus-visible{outline:3px solid currentColor;outline-offset:2px}
footer{margin-top:12px;font-size:14px}footer a{display:inline-block;padding:10px 0;font-weight:700}
`

/** Follows the board with the browser's own EventSource. Names come as text and never as markup. */
export const embedScript = `
(()=>{const b=document.body.dataset,box=document.getElementById("rows"),live=document.getElementById("live");
const demo=live.textContent==="Demo data"?"Demo data · ":"";let rows=null;
const cell=(tr,content)=>{const td=document.createElement("td");td.append(content);tr.append(td)};
const draw=changed=>{box.replaceChildren(...rows.slice(0,+b.limit).map(r=>{const tr=document.createElement("tr");
tr.className=changed.has(r.key)?"changed":"";cell(tr,String(r.rank));let n;
if(r.name){n=document.createElement("a");n.textContent=r.name;n.target="_blank";n.rel="noopener";
n.href=b.home+"/leaderboard/athletes/"+encodeURIComponent(r.athlete)}
else{n=document.createElement("i");n.textContent="Private athlete"}
cell(tr,n);cell(tr,r.activeDays===null?"":String(r.activeDays));
cell(tr,r.points===null?"–":r.points.toLocaleString("en-US"));return tr}))};
const es=new EventSource("/boards/"+b.board+"/live");
es.onopen=()=>{live.textContent=demo+"Live ·"};es.onerror=()=>{live.textContent=demo+"Reconnecting ·"};
const total=d=>{document.getElementById("total").textContent=d.total.toLocaleString("en-US")};
es.addEventListener("reset",e=>{const d=JSON.parse(e.data);rows=d.rows;total(d);draw(new Set())});
es.addEventListener("difference",e=>{const d=JSON.parse(e.data);if(!rows)return;
const m=new Map(rows.map(r=>[r.key,r]));d.gone.forEach(k=>m.delete(k));d.rows.forEach(r=>m.set(r.key,r));
d.moved.forEach(([k,rank,move])=>{const r=m.get(k);if(r)m.set(k,{...r,rank,move})});
rows=[...m.values()].sort((x,y)=>x.rank-y.rank);total(d);draw(new Set(d.rows.map(r=>r.key)))});
})();
`
