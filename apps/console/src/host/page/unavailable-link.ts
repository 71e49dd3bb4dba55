import type { ErrorReport } from '../../protocol/error-report.js';
import { type HostMessage, PageMessage } from '../../protocol/messages.js';
import type { MeteredChannel } from '../../transport/metered-channel.js';

/** A page of a host that could not be opened: whatever it asks, it is told why. */
export function answerUnavailable(channel: MeteredChannel<HostMessage, unknown>, error: ErrorReport): void {
  channel.receive((raw) => {
    const message = PageMessage.safeParse(raw);
    if (!message.success) channel.close();
    else if (message.data.type === 'request') channel.post({ type: 'error', id: message.data.id, error });
    else if (message.data.type === 'hello') channel.post({ type: 'unavailable', error });
  });
}
