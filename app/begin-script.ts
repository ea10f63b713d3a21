/** The kind that what waits is given: browsers pass over a link and a script of a kind that they do not know. */
export const later = "after-paint"

/**
 * Stands behind the scripts that wait. A frame begins only when the styles are there, so a timer set in it fires after
 * the first paint; a page that nobody sees paints nothing, and one whose styles do not come begins after two seconds.
 * The modules are asked for in turn and run in turn, the entry last, so that a press in between is answered: together they
 * keep a slow processor busy in one piece. One that does not come is left to the entry, which says so.
 */
export const beginScript = `(()=>{
let waiting=document.querySelector('script[type="${later}"]')
const begin=async()=>{
if(!waiting)return
const {nonce,text}=waiting
waiting=null
const rest=()=>new Promise((resolve)=>setTimeout(resolve))
const links=[...document.querySelectorAll('link[rel="${later}"]')]
for(const link of links){
link.rel="modulepreload"
await rest()
}
for(const {href} of links){
if(href.includes("/entry.client-"))continue
await import(href).catch(()=>{})
await rest()
}
const script=document.createElement("script")
script.type="module"
script.nonce=nonce
script.text=text
document.head.append(script)
}
if(document.hidden)begin()
else{requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,2000)}
})()`
