/**
 * The pieces of an address, a name or a URL between which a line may break: before a dot, and after "@", a slash or the
 * marks of a query.
 */
export const piecesOf = (text: string): string[] => text.split(/(?<=[@?&=]|[^:/]\/)|(?=\.)/u);
