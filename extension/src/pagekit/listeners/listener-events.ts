// The events between the hook in the page's main world and the kit in its isolated world. JavaScript
// wrappers differ between worlds, so an element is passed on by an event that is fired on it.

/** On the document, by the kit: asks for the changes since the last time. */
export const ASK_NEW = 'tabwright-listeners-new';
/** On the document, by a new kit: asks for all elements. */
export const ASK_ALL = 'tabwright-listeners-all';
/** On the document, by the hook: answers that it is there. */
export const HERE = 'tabwright-listeners-here';
/** On an element: it reacts to a pointer or to keys. */
export const REACTS = 'tabwright-listeners-reacts';
/** On an element: it reacts only to a pointer that passes over it. */
export const HOVERS = 'tabwright-listeners-hovers';
/** On an element: it no longer reacts. */
export const CEASED = 'tabwright-listeners-ceased';
