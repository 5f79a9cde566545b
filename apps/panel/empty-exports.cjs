/** A loader that keeps a module's exports and drops what they do: each is a function that returns nothing. */
module.exports = (source) => {
  const names = [...source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
  const renamed = [...source.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
  return [...names, ...renamed].map((name) => `export const ${name} = () => undefined;`).join("\n");
};
