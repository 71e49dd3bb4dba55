// @ts-check

/** The behaviour that each package was founded on, by the names of its cases; they lie in its `test/seeds`. */
export const seedCases = Object.freeze({
  'packages/capability-core': Object.freeze([
    'session_batch_accepts_migrated_kinds',
    'failed_session_batch_never_advances_the_visible_generation',
    'run_admission_consumes_and_releases_the_exact_use_lease',
    'run_admission_rejects_a_cursor_mismatched_use_lease',
    'active_run_keeps_n_definition_executor_and_use_lease_across_n_plus_one_cutover',
    'cancelling_host_batch_preparation_rolls_back_without_publication',
    'session_close_cancels_preparation_and_releases_prepared_effects',
    'session_close_and_ready_batch_commit_have_a_single_linearization',
    'compatibility_name_conflicts_fail_before_generation_publication',
    'compatibility_mutation_cannot_shadow_a_published_projection',
    'exact_run_admission_failure_settles_the_reserved_run',
    'non_clean_capability_run_close_is_a_typed_failure',
    'active_run_keeps_n_skill_search_registry_and_use_lease_across_cutover',
  ]),
});
