/** The browser that the test run has found, named in CHROMIUM, or the system's. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
};
