/**
 * Commander, whose answers have the types that options and arguments are declared with. @commander-js/extra-typings knows these types;
 * nothing of it runs, for it would bring a second copy of what it wraps.
 */

import type * as typed from "@commander-js/extra-typings";
import * as commander from "commander";

export const { Command, CommanderError, InvalidArgumentError, Option } = commander as unknown as typeof typed;

export type Command<
  Arguments extends unknown[] = [],
  Options extends OptionValues = Record<never, never>,
> = typed.Command<Arguments, Options>;
export type CommanderError = typed.CommanderError;
export type OptionValues = typed.OptionValues;

/** A command, whatever its options and arguments are. */
export type AnyCommand = typed.CommandUnknownOpts;

/** The words that a command answers, for functions that its action calls. @template C what makes the command */
export type WordsOf<C extends (...words: never[]) => unknown> =
  ReturnType<C> extends typed.Command<infer _, infer Options> ? Options : never;
