/** The kind that what waits is given: browsers pass over a link and a script of a kind that they do not know. */
export const later = "after-paint"

/**
 * Stands behind the scripts that wait. A frame begins only when the styles are there, so a timer set in it fires after
 * the first paint; a page that nobody sees paints nothing, and one whose styles do not come begins after two seconds.
 */
export const beginScript = `(()=>{
let waiting=document.querySelector('script[type="${later}"]')
const begin=()=>{
if(!waiting)return
for(const link of document.querySelectorAll('link[rel="${later}"]'))link.rel="modulepreload"
const script=document.createElement("script")
script.type="module"
script.nonce=waiting.nonce
script.text=waiting.text
waiting=null
document.head.append(script)
}
if(document.hidden)begin()
else{requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,2000)}
})()`
