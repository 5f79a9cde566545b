/**
 * Sets the theme before the first paint and follows changes of the system theme. Mantine uses the same key and
 * attribute.
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
