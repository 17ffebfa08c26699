/** What a stage of a Dockerfile tells a process that is started from it. */
export interface Stage {
  env: Record<string, string>;
  command: string[];
}

/** Reads ENV and CMD of the stage and of those that it is made from. @throws where there is no such stage */
export function readStage(text: string, target: string): Stage {
  const lines = text.replaceAll(/\\\n/g, ' ').split('\n');
  const begin = lines.findIndex((line) => new RegExp(`^FROM\\s+\\S+\\s+AS\\s+${target}\\s*$`).test(line));
  if (begin === -1) throw new Error(`The Dockerfile has no stage ${target}`);
  const base = lines[begin]!.split(/\s+/)[1]!;
  const stage: Stage = /^[a-z-]+$/.test(base) ? readStage(text, base) : { env: {}, command: [] };
  for (const line of lines.slice(begin + 1)) {
    if (line.startsWith('FROM ')) break;
    if (line.startsWith('CMD ')) stage.command = JSON.parse(line.slice(4)) as string[];
    if (line.startsWith('ENV ')) {
      for (const [, name, value] of line.matchAll(/(\w+)=("[^"]*"|\S+)/g)) {
        stage.env[name!] = value!.replaceAll('"', '');
      }
    }
  }
  return stage;
}
