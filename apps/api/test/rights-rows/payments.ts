import { type Row, type Rows, unknownId } from "./row.ts";

// Payments are off here: nothing can be added, and so there is nothing to find.
const adding: Row = { success: 409, own: async () => ({ body: {} }) };
const missingCard = { path: { id: unknownId("pmt") } };
const update: Row = { success: 404, own: async () => ({ ...missingCard, body: { default: true } }) };
const deletion: Row = { success: 404, own: async () => missingCard };
const page: Row = { success: 404, own: async () => ({ path: { id: unknownId("cpg") } }) };

export const paymentRows: Rows = {
  rest: {
    listPaymentMethods: { success: 200 },
    createPaymentMethod: adding,
    updatePaymentMethod: update,
    deletePaymentMethod: deletion,
  },
  trpc: {
    "payments.methods.list": { right: "payments:read", success: 200 },
    "payments.methods.create": { right: "payments:write", ...adding },
    "payments.methods.update": { right: "payments:write", ...update },
    "payments.methods.delete": { right: "payments:write", ...deletion },
    "payments.methods.page": { right: "payments:read", ...page },
  },
};
