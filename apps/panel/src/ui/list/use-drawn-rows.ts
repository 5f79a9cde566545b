"use client";
import { useInBrowser } from "@/ui/use-in-browser.ts";

/** Those of the first screen. Rows are ten times as long as their data, which all 100 of a response have. */
const rowsDrawnByServer = 30;

/** Limits what the server draws of a list; the browser draws the rest at once. */
export function useDrawnRows<Row>(rows: Row[]): Row[] {
  const isInBrowser = useInBrowser();
  return isInBrowser ? rows : rows.slice(0, rowsDrawnByServer);
}
