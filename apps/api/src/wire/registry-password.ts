import {
  changeRegistryPassword,
  generateRegistryPassword,
  type NewPasswordStore,
} from "../adapters/registrar-epp/index.ts";
import type { RegistrarSettings } from "../env.ts";
import { eppAccountOf } from "./registrars.ts";

export { type NewPasswordStore, PasswordChangeError } from "../adapters/registrar-epp/index.ts";

/** The new password is generated unless it is given. */
export const changePasswordOf = (
  registrar: RegistrarSettings,
  store: NewPasswordStore,
  choose: () => Promise<string> = async () => generateRegistryPassword(),
) => changeRegistryPassword(eppAccountOf(registrar), store, choose);
