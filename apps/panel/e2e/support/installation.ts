import { fileURLToPath } from "node:url";

/** The running installation that is tested, and its demo sign-in. */
export const panelUrl = process.env.PANEL_URL ?? "http://localhost:3000";
export const apiUrl = process.env.API_URL ?? "http://localhost:4000";
export const demo = { email: "owner@demo.test", password: "zonepost-demo-password" };

/** The browser's state after one sign-in: signing in is limited, so that each test cannot do it anew. */
export const signedInState = fileURLToPath(new URL("../test-results/signed-in.json", import.meta.url));

/** A domain of the other workspace. */
export const foreignDomain = "granite-legal.com";
