/** The style sheet of an embedded board. It is standalone, so it repeats the site's colors. */
export const embedStyle = `
:root{--surface:#f6f5f0;--text:#0e1110;--muted:#565b57;--line:#0e11102e;color-scheme:light}
@media (prefers-color-scheme:dark){[data-theme=auto]{--surface:#0e1110;--text:#f6f5f0;--muted:#a9aea9;--line:#f6f5f033;color-scheme:dark}}
[data-theme=dark]{--surface:#0e1110;--text:#f6f5f0;--muted:#a9aea9;--line:#f6f5f033;color-scheme:dark}
*{box-sizing:border-box}body{margin:0;background:var(--surface);color:var(--text);font:16px/1.4 system-ui,sans-serif}
main{padding:12px 16px}header{display:flex;align-items:center;gap:4px 10px;flex-wrap:wrap}
.mark{background:#d4ff3a;color:#0e1110;font-weight:900;font-size:18px;padding:2px 8px;text-decoration:none}
h1{font-size:18px;font-weight:800;margin:0}header p{margin:0 0 0 auto;color:var(--muted);font-size:14px}
table{width:100%;border-collapse:collapse;margin-top:8px;font-variant-numeric:tabular-nums}
th{font-size:12px;text-align:left;color:var(--muted);font-weight:600;padding:6px 8px}
td{border-top:1px solid var(--line);padding:7px 8px;overflow-wrap:anywhere}td:first-child{font-weight:800;width:3em}
.face{width:32px;height:32px;object-fit:cover;background:#bfc2b8;margin-right:10px;vertical-align:middle}.face+span{display:inline-block;vertical-align:middle;max-width:calc(100% - 42px)}
@media (width<=420px){td:nth-child(3):not(:last-child),th:nth-child(3):not(:last-child){display:none}}
td:nth-child(n+3),th:nth-child(n+3){text-align:right;width:4em}td:last-child{font-weight:800;white-space:nowrap}
tr.changed td{animation:changed 1.6s}@keyframes changed{from{background:#d4ff3a;color:#0e1110}}
@media (prefers-reduced-motion:reduce){tr.changed td{animation:none}}
a{color:inherit;text-underline-offset:3px}i{color:var(--muted);font-style:normal}
small{border:1px solid;border-radius:3px;padding:1px 5px;font-size:11px;color:var(--muted);white-space:nowrap}
small.credit{display:block;border:0;padding:0}
:focus-visible{outline:3px solid currentColor;outline-offset:2px}
aside{margin-top:10px;padding:8px 12px;background:#d4ff3a;color:#0e1110;font-size:14px}time{display:block;font-variant-numeric:tabular-nums}
.note{margin:10px 0 0;font-size:14px;color:var(--muted)}
footer{margin-top:12px;font-size:14px}footer a{display:inline-block;padding:10px 0;font-weight:700}
`
