import type { ComponentType } from "react";

export type MenuAction = {
  label: string;
  icon?: ComponentType<{ size?: number }>;
  onClick: () => void;
  /** Why it does nothing now. */
  unavailable?: string | undefined;
  /** Below a divider. */
  isDangerous?: boolean;
};
