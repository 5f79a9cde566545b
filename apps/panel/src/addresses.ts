import "server-only";

/** The URLs of API and panel, read per request because one build serves every installation. */
export function publicAddresses(): { apiUrl: string; panelUrl: string } {
  const { API_URL, PANEL_URL, API_PORT = "4000", PANEL_PORT = "3000" } = process.env;
  return {
    apiUrl: (API_URL ?? `http://localhost:${API_PORT}`).replace(/\/$/, ""),
    panelUrl: (PANEL_URL ?? `http://localhost:${PANEL_PORT}`).replace(/\/$/, ""),
  };
}

/** The API's address for this server, which may differ from the one that browsers use. */
export function internalApiUrl(): string {
  return (process.env.API_INTERNAL_URL ?? `http://127.0.0.1:${process.env.API_PORT ?? "4000"}`).replace(
    /\/$/,
    "",
  );
}
