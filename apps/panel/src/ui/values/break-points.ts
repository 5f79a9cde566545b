/** The pieces of an address, a name or a URL between which a line may break: after "@" or a slash, and before a dot. */
export const piecesOf = (text: string): string[] => text.split(/(?<=@|[^:/]\/)|(?=\.)/u);
