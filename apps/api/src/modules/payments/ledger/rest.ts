import { csv, csvMediaType } from "../../../kernel/http/csv.ts";
import { named, operation } from "../../../kernel/http/operation.ts";
import { exportLedger } from "./export-ledger.ts";

export const ledgerOperations = () =>
  named({
    exportLedger: operation({
      method: "GET",
      path: "/ledger/export",
      tag: "Payments",
      summary: "Export the ledger",
      description:
        "Charges, refunds and disputes in double entry, for bookkeeping. Each has a transaction, whose entries sum to zero. Debits are positive, credits negative. The accounts are `processor` (money held by the payment processor), `sales`, `tax` and `disputes`.",
      right: "payments:read",
      output: csv,
      outputDescription: "CSV with one line per entry, oldest first, in UTF-8 with a byte order mark",
      successStatus: 200,
      file: { mediaType: csvMediaType, name: "ledger.csv" },
      problems: [],
      handle: (ctx) => exportLedger(ctx),
    }),
  });
