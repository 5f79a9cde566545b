import type { Registrar } from "../../modules/domains/ports.ts";
import { atCost, type Connection, feeOf, outcomeOf } from "./calls.ts";
import { registrarErrorOf, transferOf } from "./map.ts";
import { hasCode, resultCode } from "./result-codes.ts";

export const transfersOf = ({
  client,
  clientId,
  rulesOf,
}: Connection): Pick<Registrar, "requestTransfer" | "readTransfer" | "answerTransfer"> => ({
  requestTransfer({ name, authCode, agreed }, options) {
    const details = { authInfo: authCode, fee: feeOf(agreed, rulesOf(name)) };
    return outcomeOf(atCost(agreed, client.domainTransfer(name, "request", details, options)));
  },

  async readTransfer(name) {
    try {
      const { data } = await client.domainTransferQuery(name);
      return transferOf(data, clientId);
    } catch (error) {
      const { notPendingTransfer, doesNotExist, notAuthorized } = resultCode;
      if (hasCode(error, notPendingTransfer, doesNotExist, notAuthorized)) {
        return null;
      }
      throw registrarErrorOf(error);
    }
  },

  answerTransfer: (name, answer, options) => outcomeOf(client.domainTransfer(name, answer, {}, options)),
});
