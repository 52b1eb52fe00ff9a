// How the hook in the page's own world and the kit in another one speak of elements. Wrappers differ
// between worlds, so an element is named by an event on it.

/** On the document, by the kit: tell what is new. */
export const ASK_NEW = 'tabwright-listeners-new';
/** The same, by a kit that knows nothing yet. */
export const ASK_ALL = 'tabwright-listeners-all';
/** On the document, by the hook: I am here. */
export const HERE = 'tabwright-listeners-here';
/** On an element: it reacts to a pointer or to keys. */
export const REACTS = 'tabwright-listeners-reacts';
/** On an element: it reacts only to a pointer that passes over it. */
export const HOVERS = 'tabwright-listeners-hovers';
/** On an element: it does no more. */
export const CEASED = 'tabwright-listeners-ceased';
