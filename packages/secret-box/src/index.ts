export { createSecretBox, deriveKey, type SecretBox } from "./secret-box.ts";
