"use client";
import { createContext } from "react";

/** Asks the person to confirm their identity, over what they are doing; resolves to whether they did. */
export type RequestStepUp = () => Promise<boolean>;

export const StepUpContext = createContext<RequestStepUp | undefined>(undefined);
