/** The mark at the end of a page. The first paint waits until it is parsed. */
export const pageEndId = "page-end";
