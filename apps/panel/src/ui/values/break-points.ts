/** The pieces of an address or a name between which a line may break: after "@", and before a dot. */
export const piecesOf = (text: string): string[] => text.split(/(?<=@)|(?=\.)/u);
