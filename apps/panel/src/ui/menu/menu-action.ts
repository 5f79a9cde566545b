import type { ComponentType } from "react";

export type MenuAction = {
  label: string;
  icon?: ComponentType<{ size?: number }>;
  onClick: () => void;
  /** Below a divider. */
  isDangerous?: boolean;
};
