import {
  Agent,
  CapabilitySource,
  CapabilityValue,
  RehearsalModel,
  SessionCapabilityBatch,
  UiAsset,
  UiBinding,
  UiDocument,
} from '@changeover/capability-core';

/** A batch with one UI: a page that says which edition it is. */
function edition(generation: number, heading: string): SessionCapabilityBatch {
  const document = new UiDocument({
    entry: new UiAsset('html', `<h1>${heading}</h1>`),
    styles: [new UiAsset('style', 'h1 { font-size: 1rem; }')],
  });
  const board = new UiBinding({ publicName: 'board', title: 'Board', icon: 'board', order: 1, document });
  const source = CapabilitySource.host('example', board.surfaceDigest);
  return SessionCapabilityBatch.fromValues(generation, source, [CapabilityValue.ui(board)]);
}

const model = new RehearsalModel({ turns: [{ text: 'Done.' }] });
await using session = Agent.fromConfig().buildSession('.', model);
await session.applyCapabilityBatch(edition(1, 'Spring'));
await using shown = await session.projectedUi('board');
await session.applyCapabilityBatch(edition(2, 'Summer'));
await using next = await session.projectedUi('board');

console.log(shown?.catalogGeneration, shown?.document.entry.content);
console.log(next?.catalogGeneration, next?.document.entry.content);
