import {
  renewal,
  renewalExportQuery,
  renewalForecast,
  renewalQuery,
  renewalRetryInput,
  unpaidRenewals,
} from "@zonepost/schema";
import { renewalPage, renewalPageInput } from "@zonepost/schema/panel";
import { z } from "zod";
import { csv, csvMediaType } from "../../../kernel/http/csv.ts";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { OrderPorts } from "../ports.ts";
import { exportRenewals } from "./export-renewals.ts";
import { getRenewalForecast } from "./get-renewal-forecast.ts";
import { listRenewals } from "./list-renewals.ts";
import { listUnpaidRenewals } from "./list-unpaid-renewals.ts";
import { pageRenewals } from "./page-renewals.ts";
import { retryRenewals } from "./retry-renewals.ts";

export const renewalOperations = (ports: OrderPorts) =>
  named({
    listRenewals: operation({
      method: "GET",
      path: "/renewals",
      tag: "Orders",
      summary: "List upcoming renewals",
      description:
        "Domains and mail plans that auto-renew this calendar month (UTC) or in the eleven after it, and those that expire then because auto-renew is off. A failed renewal has the reason and the date of the next charge, if there is one. Mail plans require `mail:read` or `payments:read`; free ones aren't listed. Callers without `payments:read` don't see the bank's reason.",
      right: "domains:read",
      query: renewalQuery,
      output: z.array(renewal),
      outputDescription: "The renewals, by the date of the charge, or of the expiry if there is no charge",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listRenewals({ ...ctx, ...ports }, query),
    }),
    exportRenewals: operation({
      method: "GET",
      path: "/renewals/export",
      tag: "Orders",
      summary: "Export upcoming renewals",
      description:
        "Returns the same renewals as `GET /renewals` with the same filter. Prices are today's, in the currency's minor unit, and times in UTC.",
      right: "domains:read",
      query: renewalExportQuery,
      output: csv,
      outputDescription:
        "CSV with one line per renewal, by the date of the charge or expiry, in UTF-8 with a byte order mark",
      successStatus: 200,
      file: { mediaType: csvMediaType, name: "renewals.csv" },
      problems: [],
      handle: (ctx, { query }) => exportRenewals({ ...ctx, ...ports }, query),
    }),
    getRenewalForecast: operation({
      method: "GET",
      path: "/renewals/forecast",
      tag: "Orders",
      summary: "Get the cost of upcoming renewals",
      description:
        "The renewals that `GET /renewals` lists, summed by month. Prices and tax are today's. Renewals that have been paid, or whose last attempt has failed, aren't included.",
      right: "domains:read",
      output: renewalForecast,
      outputDescription: "The sums of this calendar month (UTC) and the eleven after it, for each currency",
      successStatus: 200,
      problems: [],
      handle: (ctx) => getRenewalForecast({ ...ctx, ...ports }),
    }),
    retryRenewals: operation({
      method: "POST",
      path: "/renewals/retry",
      tag: "Orders",
      summary: "Retry failed renewals",
      description:
        "Charges the default card now for auto-renewals whose payment failed, each with its own charge. Use it after you have changed the default card; otherwise, each renewal is charged on its next date. A dry run lists the renewals and their sum.",
      right: "payments:write",
      orRight: "domains:buy",
      body: renewalRetryInput,
      output: unpaidRenewals,
      outputDescription: "The renewals that are due now. Their charges follow",
      successStatus: 202,
      problems: [],
      handle: (ctx, { body }) => retryRenewals({ ...ctx, ...ports }, body),
      dryRun: {
        output: unpaidRenewals,
        outputDescription: "The renewals that would be charged. Nothing was changed.",
        handle: (ctx, { body }) => listUnpaidRenewals({ ...ctx, ...ports }, body),
      },
    }),
    pageRenewals: panelOperation({
      right: "domains:read",
      input: renewalPageInput,
      output: renewalPage,
      handle: (ctx, input) => pageRenewals({ ...ctx, ...ports }, input),
    }),
    listUnpaidRenewals: panelOperation({
      right: "payments:write",
      orRight: "domains:buy",
      output: unpaidRenewals,
      handle: (ctx) => listUnpaidRenewals({ ...ctx, ...ports }),
    }),
  });
