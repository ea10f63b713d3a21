/**
 * The style sheet of a screen in a clubhouse. Sizes follow the height of the screen, so that a row is read at ten meters on a television: a
 * letter is 5 % of the height. On an upright screen or a phone they follow the width.
 */
export const screenStyle = (font: string) => `
@font-face{font-family:Archivo;src:url("${font}") format("woff2");font-weight:600 900;font-stretch:100% 125%;font-display:swap}
:root{--u:min(1vh,.8vw);--surface:#f6f5f0;--text:#0e1110;--muted:#565b57;--line:#0e11102e;color-scheme:light}
@media (prefers-color-scheme:dark){[data-theme=auto]{--surface:#0e1110;--text:#f6f5f0;--muted:#a9aea9;--line:#f6f5f033;color-scheme:dark}}
[data-theme=dark]{--surface:#0e1110;--text:#f6f5f0;--muted:#a9aea9;--line:#f6f5f033;color-scheme:dark}
*{box-sizing:border-box;margin:0;padding:0}
html,body{height:100%;overflow:hidden}
body{background:var(--surface);color:var(--text);font:700 calc(3*var(--u))/1.1 Archivo,"Arial Black",system-ui,sans-serif;cursor:none;font-variant-numeric:tabular-nums}
main{display:flex;flex-direction:column;height:100%;padding:calc(2*var(--u)) calc(3*var(--u)) 0}
header{display:flex;align-items:center;gap:calc(2.4*var(--u));padding-bottom:calc(1.6*var(--u));min-width:0}
.mark{background:#d4ff3a;color:#0e1110;font-weight:900;font-stretch:125%;font-size:calc(5*var(--u));padding:calc(.6*var(--u)) calc(1.6*var(--u));line-height:1}
h1{font-size:calc(6*var(--u));font-weight:900;font-stretch:115%;line-height:1;letter-spacing:-.01em;min-width:0;overflow-wrap:anywhere}
header p{margin-left:auto;text-align:right;flex:none;color:var(--muted)}
#state{display:block;color:var(--text)}
.live #state::before{content:"";display:inline-block;width:.7em;height:.7em;margin-right:.4em;border-radius:50%;background:#6fb81c}
ol{list-style:none;flex:1;min-height:0;overflow:hidden;display:flex;flex-direction:column}
li{display:flex;flex:1 0 auto;align-items:center;gap:calc(2*var(--u));min-height:calc(9.2*var(--u));max-height:calc(14*var(--u));border-top:1px solid var(--line)}
li.none{visibility:hidden}
.rank{flex:none;width:calc(9*var(--u));font-size:calc(6.6*var(--u));font-weight:900;text-align:right}
.face{flex:none;width:calc(7.8*var(--u));height:calc(7.8*var(--u));object-fit:cover;background:#bfc2b8}
.who{flex:1;min-width:0;display:flex;align-items:center;gap:calc(1.6*var(--u))}
.name{min-width:0;font-size:calc(6.2*var(--u));line-height:1.15;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
small{flex:none;font-size:calc(2*var(--u));font-weight:600;color:var(--muted)}small:empty{display:none}
.private{color:var(--muted)}
.points{flex:none;font-size:calc(6.6*var(--u));font-weight:900}
li.changed{animation:changed 2.4s}@keyframes changed{from{background:#d4ff3a;color:#0e1110}}
@media (prefers-reduced-motion:reduce){li.changed{animation:none}}
.nobody{display:none;font-size:calc(6*var(--u))}.empty .nobody{display:block;flex:1}.empty ol{display:none}
footer{display:flex;align-items:center;justify-content:space-between;gap:calc(3*var(--u));margin:0 calc(-3*var(--u));padding:calc(1.8*var(--u)) calc(3*var(--u));background:#d4ff3a;color:#0e1110}
footer p{min-width:0;font-size:calc(3.4*var(--u));line-height:1.15;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
footer p b{font-weight:900}
footer div{flex:none;text-align:right;font-size:calc(2.8*var(--u))}
time{display:block;font-size:calc(6*var(--u));font-weight:900;line-height:1}
@media (max-aspect-ratio:1/1){:root{--u:min(1vh,1vw)}header{flex-wrap:wrap}footer{flex-direction:column;align-items:flex-start}footer p{-webkit-line-clamp:3}footer div{text-align:left}.who{flex-direction:column;align-items:flex-start;gap:0}.name{max-width:100%;font-size:calc(5.4*var(--u))}small{font-size:calc(2.6*var(--u))}.rank,.points{font-size:calc(5.6*var(--u))}.rank{width:calc(7*var(--u))}}
`
