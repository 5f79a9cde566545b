import { fileURLToPath } from "node:url";

/** The tested installation, and its demo sign-in. */
export const panelUrl = process.env.PANEL_URL ?? "http://localhost:3000";
export const apiUrl = process.env.API_URL ?? "http://localhost:4000";
export const demo = { email: "owner@demo.test", password: "zonepost-demo-password" };

/** The browser's state after one sign-in, shared by the tests because sign-ins are rate limited. */
export const signedInState = fileURLToPath(new URL("../test-results/signed-in.json", import.meta.url));

/** A domain of the other workspace. */
export const foreignDomain = "granite-legal.com";
