export { isKitError, KitError, type KitErrorCode } from './errors/kit-error.js';
export {
  type AgentId,
  type ConversationId,
  type NotificationId,
  parseAgentId,
  parseConversationId,
  parseNotificationId,
  parseWorkspaceId,
  type WorkspaceId,
} from './identity/identity.js';
