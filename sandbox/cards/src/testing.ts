import { type Cards, type CardsOptions, startCards as start } from "./index.ts";

/** For tests: the secrets have defaults. */
export function startCards(options: Partial<CardsOptions> & { databaseUrl: string }): Promise<Cards> {
  return start({
    secretKey: "sk_test_cards_in_this_test",
    controlSecret: "control_cards_in_this_test",
    ...options,
  });
}

export type { Cards };
