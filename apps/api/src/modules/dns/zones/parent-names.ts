/** The names above a name, from the nearest, without top-level domains. */
export function parentNames(name: string): string[] {
  const labels = name.split(".");
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."));
}
