export { agentFolder } from './agent-folder.js';
export type { CollectionReport } from './collect-generations.js';
export type { FirstArgument } from './command-arguments.js';
export { deleteRegistry } from './delete-registry.js';
export type { FrontMatterMap, FrontMatterValue } from './front-matter.js';
export type { PackageHolder } from './generation-holds.js';
export type { GenerationItem } from './generation-items.js';
export type { GenerationLeases } from './generation-leases.js';
export { DEFAULT_PACKAGE_LIMITS, type PackageLimits } from './limits.js';
export type { PackagedServer } from './mcp-file.js';
export type { OpenRegistryOptions } from './open-registry.js';
export type { PackageAdapterFactories, PackagedServerStart } from './package-adapters.js';
export { PackageError, type PackageErrorCode, type PackageErrorDetails } from './package-error.js';
export type { PackageFile } from './package-file.js';
export { type PackageFolder, type ReadPackageOptions, readPackageFolder } from './package-folder.js';
export type { PackageDiagnostic, PackageItem, PackageItemKind } from './package-item.js';
export { PackageRegistry } from './package-registry.js';
export type { PackagedValue, PackagedValueKind } from './packaged-value.js';
export type { PlanConflict } from './plan-conflicts.js';
export type { RegistryGeneration } from './registry-generation.js';
export type {
  ApplyOptions,
  InstallOptions,
  RegistryOperation,
  ServerDecision,
} from './registry-operation.js';
export type { ItemChange, PackageChange, RegistryChange, RegistryPlan } from './registry-plan.js';
export type { RegistrySnapshot, RegistrySnapshotOptions } from './registry-snapshot.js';
export type { ConsentRequest, ServerConsent } from './server-consent.js';
export { type BatchSession, sessionBatch, snapshotBatch } from './session-batch.js';
export type { PackagedSkill } from './skill-file.js';
export type { StdioServerConfig } from './stdio-server-config.js';
export type { RegistryObserver, RegistryStep } from './store/registry-step.js';
export {
  type PackageRef,
  type PackageSource,
  type StoredPackage,
  type StoredSkill,
  type StoredValue,
  sourceText,
} from './stored-package.js';
export { type SnapshotOptions, snapshotPackages, type UseSnapshot } from './use-snapshot.js';
export type { DamageReport } from './verify-registry.js';
