const id = "page-end";

/** A mark at the end of a page. */
export const PageEnd = () => <span id={id} hidden />;

/** Delays the first paint until the page's end is parsed. Otherwise, its skeleton could flash. */
export const PaintWhole = () => <link rel="expect" href={`#${id}`} blocking="render" />;
