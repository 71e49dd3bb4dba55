import { useConsole } from '../connection/console-context.js';
import { PackageGenerationField } from './package-generation-field.js';
import { PackageList } from './package-list.js';
import type { BatchDraft } from './use-batch-draft.js';

/** What the next generation is made of: a package generation, and packages of it. */
export function BatchContent({ draft, onChange }: { draft: BatchDraft; onChange: () => void }) {
  const generations = useConsole((state) => state.registry.generations);
  const { packageGeneration, options, gone, chosen, choice } = draft;
  return (
    <>
      {packageGeneration !== null && (
        <PackageGenerationField
          generations={generations}
          value={packageGeneration}
          onChange={(next) => {
            onChange();
            draft.chooseGeneration(next);
          }}
        />
      )}
      <PackageList
        options={options}
        gone={gone}
        chosen={chosen}
        onToggle={(name) => {
          onChange();
          draft.toggle(name);
        }}
      />
      {choice === null && (
        <p className="text-muted">Choose at least one package to see what applying it would change.</p>
      )}
    </>
  );
}
