/** For tests: the far end of a socket, played from a script. */
import type { FromServer, ToServer } from '../net/wire';
import type { Line } from '../net/socket';

export class ScriptedLine implements Line {
  readyState = 0;
  sent: ToServer[] = [];
  closed = false;
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.readyState = 3;
    this.closed = true;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.(undefined as never);
  }
  says(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drops(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** All lines that were asked for, in order. */
export class Exchange {
  lines: ScriptedLine[] = [];
  connect = (): ScriptedLine => {
    const line = new ScriptedLine();
    this.lines.push(line);
    return line;
  };
  get line(): ScriptedLine {
    return this.lines.at(-1)!;
  }
}
