import {
  type Component,
  type Node,
  parseCalendar,
  printNodes,
  property,
  withChildren,
} from '../../calendar/component.js';
import { type Property, replaceParameter } from '../../calendar/content-line.js';
import { differInAnswersOnly, isAnswerParameter } from './same-content.js';

type Answers = ReadonlyMap<string, Property>;

/**
 * A change that was made for the version `based`, made to fit `current`, when people have answered the invitation in
 * between and nothing else has happened: their answers are kept (RFC 6638 §3.2.10). Undefined where anything else
 * differs.
 */
export function carryAnswers(based: string, current: string, meant: string): string | undefined {
  if (!differInAnswersOnly(based, current)) return undefined;
  const [before, now] = [answersIn(based), answersIn(current)];
  return printNodes(
    parseCalendar(meant).map((node) => (node.kind === 'component' ? carried(node, before, now) : node)),
  );
}

function carried(component: Component, before: Answers, now: Answers): Component {
  return withChildren(
    component,
    component.children.map((node): Node => {
      if (node.kind === 'component') return carried(node, before, now);
      if (node.kind !== 'property' || node.name !== 'ATTENDEE') return node;
      const [old, next] = [answerIn(before, component, node), answerIn(now, component, node)];
      return old === undefined || next === undefined ? node : answered(node, old, next);
    }),
  );
}

/** The line with the newer answer, but for what the change itself says anew. */
function answered(meant: Property, old: Property, next: Property): Property {
  const names = [...old.parameters, ...next.parameters].map(({ name }) => name).filter(isAnswerParameter);
  return [...new Set(names)].reduce((line, name) => {
    const [before, now] = [valuesOf(old, name), valuesOf(next, name)];
    return valuesOf(line, name)?.join() === before?.join() && before?.join() !== now?.join()
      ? replaceParameter(line, name, now)
      : line;
  }, meant);
}

function valuesOf(line: Property, name: string): readonly string[] | undefined {
  return line.parameters.find((parameter) => parameter.name === name)?.values;
}

/** Of the same occurrence; an occurrence that only the change sets apart was answered for with its series. */
function answerIn(answers: Answers, component: Component, line: Property): Property | undefined {
  return answers.get(keyOf(component, line)) ?? answers.get(keyOf(undefined, line));
}

function answersIn(ics: string): Answers {
  const found = new Map<string, Property>();
  const walk = (component: Component): void => {
    for (const node of component.children) {
      if (node.kind === 'component') walk(node);
      else if (node.kind === 'property' && node.name === 'ATTENDEE') found.set(keyOf(component, node), node);
    }
  };
  for (const node of parseCalendar(ics)) if (node.kind === 'component') walk(node);
  return found;
}

function keyOf(component: Component | undefined, { value }: Property): string {
  const occurrence = component === undefined ? undefined : property(component, 'RECURRENCE-ID');
  return `${occurrence?.value ?? ''}\n${value.trim().toLowerCase()}`;
}
