const groups = /^(apps|sandbox|packages|examples|bench|scripts)(\/|$)/;

/** True if a pattern means our own files, not a package. */
export const isFilePattern = (pattern) => groups.test(pattern);

const compiled = new Map();

/** The text that matches the pattern's `{…}`, or undefined if the file doesn't match. */
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
