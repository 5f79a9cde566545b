import { findProgram, installSystemPackage } from "./system-packages.mjs";

const shell = "chromium-headless-shell";
const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The browser in CHROMIUM, or an installed one. The headless shell comes first: it takes less CPU per page. */
export const findBrowser = () => process.env.CHROMIUM ?? findProgram([shell, ...browserNames]);

/** Installs the headless shell, or Chromium where the distribution has no shell and no browser is installed. */
export function findOrInstallBrowser() {
  if (process.env.CHROMIUM || findProgram([shell]) || installSystemPackage(shell) === undefined) {
    return { browser: findBrowser() };
  }
  const installed = findBrowser();
  const missing = installed ? undefined : installSystemPackage("chromium");
  return missing === undefined ? { browser: findBrowser() } : { missing };
}
