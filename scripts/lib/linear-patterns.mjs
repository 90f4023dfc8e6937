/**
 * A rule for oxlint: no regular expression takes a time that grows faster than the text it reads. What outsiders write (logs, comments,
 * repositories, artifacts, answers of servers) would make a check wait for minutes otherwise.
 */
import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { isDisjointWith, JS, NFA } from "refa";
import { analyse } from "scslre";

/**
 * What in a regular expression makes long texts slow, and why; empty if nothing does.
 * @param {string} pattern
 * @param {string} flags
 */
export function slowParts(pattern, flags) {
  return [...quantifiersThatShare(pattern, flags), ...choicesThatOverlap(pattern, flags)];
}

/**
 * @param {string} source
 * @param {string} flags
 */
function quantifiersThatShare(source, flags) {
  return analyse({ source, flags }).reports.map((report) => {
    if (report.type === "Trade")
      return `${report.startQuant.raw} and ${report.endQuant.raw} can share a text in any number of ways`;
    if (report.type === "Self") return `${report.quant.raw} can read a text in any number of ways`;
    return `${report.quant.raw} is tried again from each character of what it reads`;
  });
}

/**
 * Repeated choices that read a text as one choice or as another, or as one or as several: each such text doubles the ways.
 * @param {string} pattern
 * @param {string} flags
 */
function choicesThatOverlap(pattern, flags) {
  const ast = new RegExpParser().parseLiteral(`/${pattern}/${flags}`);
  const parser = JS.Parser.fromAst(ast);
  /** @type {string[]} */
  const found = [];
  visitRegExpAST(ast.pattern, {
    onQuantifierEnter({ raw, max, element }) {
      if (max !== Number.POSITIVE_INFINITY) return;
      if (element.type !== "Group" && element.type !== "CapturingGroup") return;
      const { expression, maxCharacter } = parser.parseElement(element, {
        assertions: "ignore",
        backreferences: "disable",
      });
      if (isTwofold(expression.alternatives, maxCharacter))
        found.push(`${raw} has choices that can read the same text`);
    },
  });
  return found;
}

/**
 * @param {import("refa").NoParent<import("refa").Concatenation>[]} choices
 * @param {import("refa").Char} maxCharacter
 */
function isTwofold(choices, maxCharacter) {
  if (choices.length < 2) return false;
  /** @param {typeof choices} alternatives */
  const automaton = (alternatives) => NFA.fromRegex({ type: "Expression", alternatives }, { maxCharacter });
  const each = choices.map((choice) => automaton([choice]));
  const several = automaton([
    {
      type: "Concatenation",
      elements: [
        { type: "Quantifier", min: 2, max: Number.POSITIVE_INFINITY, lazy: false, alternatives: choices },
      ],
    },
  ]);
  return each.some((one, at) =>
    [several, ...each.slice(at + 1)].some((other) => !isDisjointWith(one, other)),
  );
}

/** @param {{ report: (problem: { node: object, message: string }) => void }} context */
const create = (context) => ({
  /** @param {{ regex?: { pattern: string, flags: string } }} node */
  Literal(node) {
    if (node.regex === undefined) return;
    for (const message of slowParts(node.regex.pattern, node.regex.flags)) context.report({ node, message });
  },
});

export default { meta: { name: "plumbline" }, rules: { "linear-patterns": { create } } };
