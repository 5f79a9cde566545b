const groups = /^(apps|packages|examples|bench|scripts)(\/|$)/;

/** Whether a pattern speaks of files of ours, not of a package. */
export const isFilePattern = (pattern) => groups.test(pattern);

const compiled = new Map();

/** The words that stand for the pattern's `{…}` where the file matches it, else undefined. */
export function matchFile(pattern, file) {
  let expression = compiled.get(pattern);
  if (!expression) {
    const source = pattern
      .split(/(\*\*|\*|\{\w+\})/)
      .map((part) => {
        if (part === "**") {
          return ".*";
        }
        if (part === "*") {
          return "[^/]*";
        }
        if (/^\{\w+\}$/.test(part)) {
          return `(?<${part.slice(1, -1)}>[^/]+)`;
        }
        return part.replace(/[.+?^$()|[\]\\]/g, "\\$&");
      })
      .join("");
    expression = new RegExp(`^${source}$`);
    compiled.set(pattern, expression);
  }
  const match = expression.exec(file);
  return match ? { ...match.groups } : undefined;
}

/** Whether a resolved import (`{ file, name }`) is what the pattern means. */
export function matchTarget(pattern, target, words) {
  const filled = pattern.replace(/\{(\w+)\}/g, (_, key) => words[key]);
  if (isFilePattern(filled)) {
    return target.file !== undefined && matchFile(filled, target.file) !== undefined;
  }
  if (target.name === undefined) {
    return false;
  }
  if (filled.endsWith("*")) {
    return target.name.startsWith(filled.slice(0, -1));
  }
  return target.name === filled || target.name.startsWith(`${filled}/`);
}
