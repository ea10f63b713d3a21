/** The kind that what waits is given: browsers pass over a link and a script of a kind that they do not know. */
export const later = "after-paint"

/**
 * Stands behind the scripts that wait. A frame begins only when the styles are there, so a timer set in it fires after
 * the first paint; a page that nobody sees paints nothing, and one whose styles do not come begins after two seconds.
 * The modules come all at once and are run one by one, the entry last, so that a press in between is answered: run together
 * they keep a slow processor busy in one piece. One that does not come is left to the entry, which says so.
 */
export const beginScript = `(()=>{
let waiting=document.querySelector('script[type="${later}"]')
const begin=async()=>{
if(!waiting)return
const {nonce,text}=waiting
waiting=null
const links=[...document.querySelectorAll('link[rel="${later}"]')]
for(const link of links)link.rel="modulepreload"
for(const {href} of links){
if(href.includes("/entry.client-"))continue
await import(href).catch(()=>{})
await new Promise((resolve)=>setTimeout(resolve))
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

/**
 * Keeps what a visitor does before React has taken over the element, and does it again once it has: a press on a button
 * that only a script answers, a choice, and a search. React marks what it has
 * taken over with a property of its own name; a part whose code comes later is taken over later.
 */
export const replayScript = `(()=>{
const early=new Map()
const taken=(element)=>Object.keys(element).some((name)=>name.startsWith("__reactProps$"))
const again=(element,{type,value})=>{
if(type==="click")element.click()
else{
const typed=type==="input"?element.value||value:value
element.value=""
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element),"value").set.call(element,typed)
element.dispatchEvent(new Event(type,{bubbles:true}))
}
}
const look=()=>{
for(const [element,what] of early){
if(element.isConnected&&!taken(element))continue
early.delete(element)
if(element.isConnected)setTimeout(again,50,element,what)
}
if(early.size>0)setTimeout(look,25)
}
const keep=(event)=>{
const {type,target}=event
if(!(target instanceof Element))return
const element=target.closest({click:'button[type="button"]:not([popovertarget])',change:"select",input:'input[type="search"]'}[type])
if(!element||taken(element))return
if(early.size===0)setTimeout(look,25)
early.set(element,{type,value:element.value})
}
for(const type of ["click","change","input"])document.addEventListener(type,keep,true)
})()`
