#!/usr/bin/env bash
#SBATCH --job-name=ninuki
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
# One part of a tournament in each task of an array job: sbatch [--array=1-N] slurm.sh OPTIONS OF NINUKI TOURNAMENT...
# Tasks are numbered from 1 to N. The folder of the journal must be shared by all nodes.
set -euo pipefail

ninuki=${NINUKI:-ninuki}
exec "$ninuki" tournament "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --machine "${SLURMD_NODENAME:-$(hostname)}"
