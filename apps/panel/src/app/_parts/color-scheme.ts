/**
 * Runs before the first paint of every page and follows the system from then on. Mantine, on the pages that have it,
 * reads and writes the same key and attribute.
 */
export const colorSchemeScript = `(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen;
    try {
      chosen = localStorage.getItem("mantine-color-scheme-value");
    } catch {}
    const scheme = chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
    document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
  };
  apply();
  dark.addEventListener("change", apply);
})()`;
