import { KitError } from '../errors/kit-error.js';

declare const kindOf: unique symbol;
type Identity<Kind extends string> = string & { readonly [kindOf]: Kind };

/** `agent_` and 32 lower-case hex digits. */
export type AgentId = Identity<'agent'>;
/** `workspace_` and 32 lower-case hex digits. */
export type WorkspaceId = Identity<'workspace'>;
/** `conversation_` and 32 lower-case hex digits. */
export type ConversationId = Identity<'conversation'>;
/** `notification_` and 32 lower-case hex digits. */
export type NotificationId = Identity<'notification'>;

/** @throws {KitError} `invalid` when `text` is no agent identity. */
export const parseAgentId: (text: string) => AgentId = identityParser<AgentId>('agent');
/** @throws {KitError} `invalid` when `text` is no workspace identity. */
export const parseWorkspaceId: (text: string) => WorkspaceId = identityParser<WorkspaceId>('workspace');
/** @throws {KitError} `invalid` when `text` is no conversation identity. */
export const parseConversationId: (text: string) => ConversationId =
  identityParser<ConversationId>('conversation');
/** @throws {KitError} `invalid` when `text` is no notification identity. */
export const parseNotificationId: (text: string) => NotificationId =
  identityParser<NotificationId>('notification');

function identityParser<Id extends string>(kind: string): (text: string) => Id {
  const form = new RegExp(`^${kind}_[0-9a-f]{32}$`);
  const isIdentity = (text: string): text is Id => form.test(text);
  return (text) => {
    if (isIdentity(text)) return text;
    throw new KitError(
      'invalid',
      `${JSON.stringify(text)} is no ${kind} identity: write ${kind}_ followed by 32 lower-case hex digits`,
    );
  };
}
