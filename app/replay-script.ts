/**
 * Keeps what a visitor does before React has taken over the element, and does it again once it has: a press on a button
 * that only a script answers, a choice, and a search. React marks what it has taken over with a property of its own name;
 * a part whose code comes later is taken over later.
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
