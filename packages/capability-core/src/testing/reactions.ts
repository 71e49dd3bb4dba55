/** Lets everything run that waits for nothing but its turn. */
export async function reactions(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else messageSelf(resolve);
  });
}

/** As browsers have it, beside that of Node. */
interface Port {
  onmessage?: () => void;
  postMessage(message: null): void;
  close(): void;
}

/** Browsers have no setImmediate, and soon make a timer wait for 4 ms; a message comes at once. */
function messageSelf(then: () => void): void {
  const { port1, port2 }: Readonly<Record<'port1' | 'port2', Port>> = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    then();
  };
  port2.postMessage(null);
}
