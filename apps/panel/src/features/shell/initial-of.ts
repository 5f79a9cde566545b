const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letter of a name as people see it, which can be several UTF-16 units. */
export function initialOf(name: string): string {
  const [first] = graphemes.segment(name.trim());
  return (first?.segment ?? "").toLocaleUpperCase("en");
}
